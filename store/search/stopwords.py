"""Words that say nothing of what an English question is about."""

from __future__ import annotations

# fmt: off
STOPWORDS = frozenset({
    # articles, pronouns, prepositions, conjunctions, auxiliaries and question words
    "a", "an", "the", "i", "me", "my", "we", "us", "our", "you", "your", "he", "him", "his", "she", "her", "it",
    "its", "they", "them", "their", "one", "who", "whom", "whose", "which", "what", "this", "that", "these",
    "those", "here", "there", "about", "after", "against", "at", "before", "between", "by", "during", "for", "from",
    "in", "into", "of", "off", "on", "onto", "out", "over", "per", "since", "through", "to", "toward", "under",
    "until", "up", "upon", "via", "with", "within", "without", "and", "or", "nor", "but", "if", "than", "then",
    "so", "because", "while", "as", "both", "either", "neither", "whether", "though", "although", "am", "is", "are",
    "was", "were", "be", "been", "being", "do", "does", "did", "done", "doing", "have", "has", "had", "having",
    "can", "could", "may", "might", "must", "shall", "should", "will", "would", "how", "when", "where", "why",
    "also", "any", "each", "few", "more", "most", "much", "no", "not", "only", "other", "own", "same", "some",
    "such", "too", "very",
})
# fmt: on

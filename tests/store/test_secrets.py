"""What looks like a secret is found by its line and kind; every sample is invented and put together here."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kb.store.secrets import Secret, find_secrets, redact

MIXED = "a1B2" * 20
CAPITALS = "Q7ZK" * 4
HEAD = "ey" + "JhbGciOiJub25lIn0"
WEB_TOKEN = f"{HEAD}.{'ey' + 'JzdWIiOiJhIn0'}.{MIXED[:43]}"
BEGIN = "-----BEGIN "
KEY = "PRIVATE KEY-----"
UUID = "3f2b8c1e-9d47-4a60-8b15-7c0e2d9fa641"
DIGEST = "9f86d081884c7d65" * 4

TOKENS = [
    pytest.param("GitHub token", "gh" + "p_" + MIXED[:36], id="github-personal"),
    pytest.param("GitHub token", "gh" + "o_" + MIXED[:36], id="github-oauth"),
    pytest.param("GitHub token", "gh" + "u_" + MIXED[:36], id="github-user"),
    pytest.param("GitHub token", "gh" + "s_" + MIXED[:36], id="github-server"),
    pytest.param("GitHub token", "gh" + "r_" + MIXED[:36], id="github-refresh"),
    pytest.param("GitHub token", "github" + "_pat_" + MIXED[:22] + "_" + MIXED[:59], id="github-fine-grained"),
    pytest.param("GitLab token", "gl" + "pat-" + MIXED[:20], id="gitlab-personal"),
    pytest.param("GitLab token", "gl" + "ptt-" + MIXED[:40], id="gitlab-trigger"),
    pytest.param("GitLab token", "gl" + "dt-" + MIXED[:20], id="gitlab-deploy"),
    pytest.param("GitLab token", "gl" + "rt-" + MIXED[:20], id="gitlab-runner"),
    pytest.param("AWS access key id", "AK" + "IA" + CAPITALS, id="aws-id"),
    pytest.param("AWS access key id", "AS" + "IA" + CAPITALS, id="aws-temporary-id"),
    pytest.param("OpenAI or Anthropic key", "sk" + "-" + MIXED[:48], id="openai"),
    pytest.param("OpenAI or Anthropic key", "sk" + "-proj-" + "a1-B2_c" * 6, id="openai-project"),
    pytest.param("OpenAI or Anthropic key", "sk" + "-ant-api03-" + "a1-B2_c" * 9, id="anthropic"),
    pytest.param("Slack token", "xo" + "xb-123456789012-" + MIXED[:24], id="slack-bot"),
    pytest.param("Slack token", "xo" + "xp-123456789012-" + MIXED[:24], id="slack-user"),
    pytest.param("Slack token", "xo" + "xa-2-" + MIXED[:24], id="slack-workspace"),
    pytest.param("Slack token", "xo" + "xr-" + MIXED[:24], id="slack-refresh"),
    pytest.param("Slack token", "xo" + "xe-1-" + MIXED[:40], id="slack-rotating"),
    pytest.param("Slack token", "xo" + "xe.xo" + "xp-1-" + MIXED[:40], id="slack-rotating-user"),
    pytest.param("Slack token", "xa" + "pp-1-A1B2-" + MIXED[:40], id="slack-app"),
    pytest.param("Slack hook address", "https://hooks.slack" + ".com/services/T1/B2/" + MIXED[:24], id="slack-hook"),
    pytest.param("Google API key", "AI" + "za" + MIXED[:35], id="google"),
    pytest.param("Stripe key", "sk" + "_live_" + MIXED[:24], id="stripe"),
    pytest.param("Stripe key", "rk" + "_live_" + MIXED[:24], id="stripe-restricted"),
    pytest.param("Vault token", "hv" + "s." + MIXED[:24], id="vault"),
    pytest.param("Vault token", "s" + "." + MIXED[:24], id="vault-old"),
    pytest.param("npm token", "np" + "m_" + MIXED[:36], id="npm"),
    pytest.param("PyPI token", "py" + "pi-AgEI" + MIXED[:60], id="pypi"),
    pytest.param("RubyGems key", "ruby" + "gems_" + "a1b2" * 12, id="rubygems"),
    pytest.param("JSON Web Token", WEB_TOKEN, id="web-token"),
    pytest.param("JSON Web Token", f"{HEAD}.e30.", id="web-token-unsigned"),
]


def kinds(text):
    return [secret.kind for secret in find_secrets(text)]


@pytest.mark.parametrize(("kind", "token"), TOKENS)
@pytest.mark.parametrize(
    "frame",
    [
        pytest.param("{}", id="alone"),
        pytest.param("we used {}, then stopped.", id="prose"),
        pytest.param("`{}`", id="code"),
        pytest.param('{{"value":"{}"}}', id="json"),
        pytest.param("TOKEN={}", id="setting"),
        pytest.param("Authorization: Bearer {}", id="header"),
        pytest.param("https://example.org/?token={}&page=2", id="parameter"),
        pytest.param("\u90e8\u7f72{}\u3002", id="without-blanks"),
    ],
)
def test_a_token_in_its_vendors_form_is_found_wherever_it_stands(kind, token, frame):
    assert kinds(frame.format(token)) == [kind]


@pytest.mark.parametrize(("kind", "token"), TOKENS)
def test_a_token_behind_an_escaped_line_end_is_found(kind, token):
    assert kinds(f"first\\n{token}\\nlast") == [kind]


VALUES = [
    pytest.param("AWS secret access key", "aws_" + "secret_access_key = {}", "Ab1/" * 10, id="settings"),
    pytest.param("AWS secret access key", "AWS_" + "SECRET_ACCESS_KEY='{}'", "Ab1+" * 10, id="environment"),
    pytest.param("AWS secret access key", '"Secret' + 'AccessKey": "{}"', "Ab1c" * 10, id="json"),
    pytest.param("password or key", "<Secret" + "AccessKey>{}</SecretAccessKey>", "Ab1/" * 10, id="xml"),
    pytest.param("authorization header", "Authorization: Bearer {}", MIXED[:20], id="bearer"),
    pytest.param("authorization header", "Authorization: Basic {}", "YWxpY2U6" + "czNjcmV0", id="basic"),
    pytest.param("authorization header", "authorization: basic {}", "dXNlcjpw" + "YXNz", id="basic-of-letters"),
    pytest.param("authorization header", '-H "Authorization: Bearer {}"', MIXED[:20], id="curl"),
    pytest.param("authorization header", '"Authorization": "Bearer {}"', MIXED[:20], id="json-header"),
    pytest.param("key header", "X-Api-Key: {}", MIXED[:20], id="x-api-key"),
    pytest.param("key header", "PRIVATE-TOKEN: {}", MIXED[:20], id="private-token"),
    pytest.param("password in an address", "https://alice:{}@example.org/", "hunt3r", id="address"),
    pytest.param("password in an address", "postgres://alice:{}@db:5432/x", "S:e#c%21t", id="address-with-signs"),
    pytest.param("password in an address", "mysql://root:{}@db", "p@ssw0rd", id="address-with-an-at-sign"),
    pytest.param("password in an address", "redis://:{}@cache:6379", "letmein", id="address-without-user"),
    pytest.param("token in an address", "https://{}@github.com/x", MIXED[:40], id="address-without-password"),
    pytest.param("token in an address", "https://{}@github.com/x", DIGEST[:40], id="address-of-hexadecimal"),
    pytest.param("token in an address", "GET /feed?token={}", MIXED[:12], id="parameter"),
    pytest.param("token in an address", "/cb?a=1&access_token={}#x", MIXED[:12], id="second-parameter"),
    pytest.param("password in a command", "curl -u admin:{} https://example.org/", "Hunter" + "2x9", id="user"),
    pytest.param("password in a command", "curl --user 'admin:{}'", "Hunter" + "2x9", id="user-in-quotes"),
    pytest.param("password in a command", "curl -sS \\\n  -u admin:{}", "Hunter" + "2x9", id="user-on-the-next-line"),
    pytest.param("password or key", "DB_PASSWORD={}", "hunter22", id="env"),
    pytest.param("password or key", "DB_PASS={}", "h8Nter22", id="env-short"),
    pytest.param("password or key", "MYSQL_PWD={}", "h8Nter22", id="env-shorter"),
    pytest.param("password or key", 'export API_KEY="{}"', MIXED[:12], id="export"),
    pytest.param("password or key", "CLIENT_SECRET = {}", "P/w0rd+x9", id="env-with-blanks"),
    pytest.param("password or key", "GITEA_TOKEN={}", DIGEST[:40], id="env-hexadecimal"),
    pytest.param("password or key", "RAILS_MASTER_KEY={}", DIGEST[:32], id="env-master-key"),
    pytest.param("password or key", "APP_KEY={}", "base64:" + "Ab1/" * 10 + "Abc=", id="env-app-key"),
    pytest.param("password or key", "AccountName=x;AccountKey={};Suffix=y", "Ab1/" * 21 + "Ag==", id="account-key"),
    pytest.param("password or key", "SECRET_KEY={}", "/" + "Ab1c" * 10 + "Ab=", id="base64-that-begins-like-a-path"),
    pytest.param("password or key", "password: {}", "c0rrecth0rse", id="yaml"),
    pytest.param("password or key", "- **Password:** {}", "hunter22", id="markdown"),
    pytest.param("password or key", '"apiKey": "{}",', MIXED[:16], id="json-key"),
    pytest.param("password or key", '"auth": "{}"', "YWxpY2U6" + "czNjcmV0MTI==", id="json-auth"),
    pytest.param("password or key", "<password>{}</password>", "h8Nter22", id="xml-password"),
    pytest.param("password or key", "password = '{}'", "IloveYOU!", id="sign"),
    pytest.param("password or key", "DB_PASSWORD={}", "Yourname" + "2026!", id="begins-like-a-placeholder"),
    pytest.param("password or key", "DB_PASSWORD={}", "hunter2" + "example", id="ends-like-a-placeholder"),
    pytest.param("password or key", "API_KEY={}", "your" + MIXED[:28], id="your-and-letters"),
    pytest.param("password or key", "API_KEY={}", "your-" + DIGEST[:28], id="your-and-digits"),
]


@pytest.mark.parametrize(("kind", "frame", "value"), VALUES)
def test_a_value_where_secrets_are_given_is_found(kind, frame, value):
    assert kinds(frame.format(value)) == [kind]


@pytest.mark.parametrize("label", ["", "RSA ", "EC ", "DSA ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_is_one_secret_on_the_line_that_begins_it(label):
    text = f"# Key\n\n{BEGIN}{label}{KEY}\n{MIXED[:64]}\n{MIXED[:64]}\n-----END {label}{KEY}\n"
    assert find_secrets(text) == (Secret(3, "private key"),)


KEYS = [
    pytest.param(f"> {BEGIN}{KEY}\n> {MIXED[:64]}", id="quoted"),
    pytest.param(f'"{BEGIN}{KEY}\\n{MIXED[:64]}\\n"', id="escaped"),
    pytest.param(f"{BEGIN}RSA {KEY}\r\nProc-Type: 4,ENCRYPTED\r\n\r\n{MIXED[:64]}", id="headers"),
    pytest.param(f"{BEGIN}PGP PRIVATE KEY BLOCK-----\n\n{MIXED[:64]}", id="pgp"),
    pytest.param(f"  {BEGIN}{KEY}\n  {MIXED[:64]}", id="indented"),
    pytest.param(f"KEY='{BEGIN}{KEY} {MIXED[:64]} {MIXED[:64]} -----END {KEY}'", id="on-one-line"),
]


@pytest.mark.parametrize("text", KEYS)
def test_a_private_key_is_found_quoted_escaped_and_with_headers(text):
    assert kinds(text) == ["private key"]


PLAIN = [
    pytest.param("fixed in 7d0999b1c2e3f4a5968778695a4b3c2d1e0f9a8b", id="commit"),
    pytest.param(f"request {UUID} failed", id="uuid"),
    pytest.param(f"sha256:{DIGEST}", id="checksum"),
    pytest.param(f"token: sha256:{DIGEST}", id="named-checksum"),
    pytest.param(f"{DIGEST}  kb.tar.gz", id="checksum-list"),
    pytest.param("integrity sha512-" + "Ab1/" * 21 + "Ag==", id="lock-file"),
    pytest.param(f"{BEGIN}CERTIFICATE-----\n{MIXED[:64]}", id="certificate"),
    pytest.param(f"{BEGIN}PUBLIC KEY-----\n{MIXED[:64]}", id="public-key"),
    pytest.param(f"a block begins with `{BEGIN}{KEY}` and ends", id="key-in-prose"),
    pytest.param(f"{BEGIN}{KEY}\n...\n-----END {KEY}", id="key-left-out"),
    pytest.param("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + MIXED[:43] + " alice", id="public-ssh-key"),
    pytest.param("git@example.org:team/base.git", id="ssh-address"),
    pytest.param("http://localhost:8080/a@b", id="port"),
    pytest.param("see https://example.org/a:b and alice@example.org", id="mail"),
]


@pytest.mark.parametrize("text", PLAIN)
def test_hashes_public_keys_and_addresses_are_no_secrets(text):
    assert find_secrets(text) == ()


@pytest.mark.parametrize(
    "value",
    [
        "",
        "<token>",
        "<your-token-1>",
        "$TOKEN",
        "${TOKEN_2}",
        "$(pass show x1)",
        "{{ secrets.TOKEN1 }}",
        "%TOKEN1%",
        "xxxx",
        "xxxxxxxxxxxx1",
        "***",
        "********",
        "...",
        "REDACTED",
        "[redacted1]",
        "example",
        "example-password-1",
        "changeme",
        "change_me_123",
        "your-api-key-here",
        "YOUR_TOKEN_123",
        "placeholder1",
        "password",
        "null",
        "true",
        "required",
        "12345678",
    ],
)
@pytest.mark.parametrize(
    "frame",
    ["DB_PASSWORD={}", "api_key: '{}'", "Authorization: Bearer {}", "X-Api-Key: {}", "https://example.org/?token={}"],
)
def test_a_placeholder_is_no_secret(value, frame):
    assert find_secrets(frame.format(value)) == ()


@pytest.mark.parametrize(
    "password",
    ["password", "pass", "<password>", "$PASSWORD", "${PASSWORD}", "****", "xxxx", "%PASS%", "changeme", "example"],
)
def test_a_placeholder_in_an_address_is_no_secret(password):
    assert find_secrets(f"https://alice:{password}@example.org/") == ()


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("gh" + "p_" + "x" * 36, id="github"),
        pytest.param("github" + "_pat_" + "X" * 30, id="github-fine-grained"),
        pytest.param("gl" + "pat-your-token-goes-here", id="gitlab"),
        pytest.param("sk" + "-" + "x" * 48, id="openai"),
        pytest.param("sk" + "-ant-" + "your-key-goes-right-here", id="anthropic"),
        pytest.param("xo" + "xb-your-bot-token", id="slack"),
        pytest.param("https://hooks.slack" + ".com/services/T000/B000/" + "X" * 24, id="slack-hook"),
        pytest.param("gh" + "p_...", id="cut-short"),
        pytest.param("ey" + "J... . ...", id="web-token"),
    ],
)
def test_a_token_of_words_or_x_is_no_secret(text):
    assert find_secrets(text) == ()


PROSE = [
    "the password is in the vault",
    "password: see vault",
    "password: in 1Password",
    "Password: ask Alice (room 4.12)",
    "token = get_token()",
    "token = get_token2(user1)",
    "secret = os.environ['APP_SECRET2']",
    "password = settings.database.password",
    "password: string | undefined",
    "token: SecretStr",
    "api_key = newApiKey",
    "client_secret: vault:secret/data/app1#key",
    "PASSWORD_FILE=/run/secrets/db1",
    "SECRET=/run/secrets/db1",
    "token: https://example.org/token/v2",
    "max_tokens: 4096",
    "tokens: a1b2c3d4",
    "secret: db-credentials-2",
    "private key: ~/.ssh/id_ed25519",
    "the token endpoint (RFC 6749, section 3.2)",
    "risk-based-authentication-of-administrators",
    "task-8f14e45fceea167a5a36dedd4bea2543",
    "pypi-publish-workflow-for-releases",
    "Authorization: Basic authentication is used",
    "WWW-Authenticate: Basic realm=staff2",
    "Encryption key: AES-256-GCM",
    "access key: AWS4-HMAC-SHA256",
    "private key: RSA-2048",
    "private key: id_rsa2048",
    "auth key: ED25519",
    "Token: OAuth2",
    "secret: TLSv1.3",
    "Token: RS256-signed",
    "The token: F-2026-01-31-001",
    "token: OPS-1234",
    "api_key = settings.API_KEY2",
    "password: 12-characters at least",
    "password: !vault |",
    'credentials: "gcp-sa@project-1.iam.gserviceaccount.com"',
    "docker run --user app:group1 x",
    "curl -u $USER:$TOKEN1 https://example.org/",
    "curl -u alice:<password1>",
    "bypass: hunter22",
    "https://our-company-name-24@dev.azure.com/x",
    "http://localhost:8080?to=a@b",
    "<password>${db.password1}</password>",
    "first pass: 2026-01-31",
]


@pytest.mark.parametrize("text", PROSE)
def test_prose_and_code_about_secrets_is_no_secret(text):
    assert find_secrets(text) == ()


@pytest.mark.parametrize(("kind", "token"), TOKENS)
def test_a_token_is_redacted_and_what_stands_around_it_stays(kind, token):
    assert redact(f"we used {token}, then stopped.").replace("https://", "") == f"we used [{kind}], then stopped."


@pytest.mark.parametrize(("kind", "frame", "value"), VALUES)
def test_a_value_is_redacted_whole(kind, frame, value):
    redacted = redact(f"first\n{frame.format(value)}\nlast")
    assert value not in redacted
    assert redacted.startswith("first\n")
    assert redacted.endswith("\nlast")
    assert find_secrets(redacted) == ()


@pytest.mark.parametrize("text", KEYS)
def test_a_private_key_is_redacted_up_to_the_blank_line_behind_it(text):
    redacted = redact(f"first\n{text}\n\nlast")
    assert MIXED[:16] not in redacted
    assert redacted.startswith("first\n")
    assert redacted.endswith("\n\nlast")


def test_a_private_key_that_is_ended_is_redacted_up_to_its_last_line():
    key = f"{BEGIN}{KEY}\n{MIXED[:64]}\n\n{MIXED[:64]}\n-----END {KEY}"
    assert redact(f"{key}\nlast") == "[private key]\nlast"


def test_a_private_key_that_is_never_ended_does_not_take_the_next_block_with_it():
    certificate = f"{BEGIN}CERTIFICATE-----\n{MIXED[:64]}\n-----END CERTIFICATE-----"
    assert redact(f"{BEGIN}{KEY}\n{MIXED[:64]}\n{certificate}") == f"[private key]{certificate}"


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("ask alice@example.org, or Bob", "ask [mail address], or Bob"),
        ("<alice.b+c@mail.example.org>", "<[mail address]>"),
        ("a" * 80 + "@example.org", "[mail address]"),
        ("alice@localhost", "alice@localhost"),
        ("@alice and a @ b.c", "@alice and a @ b.c"),
    ],
)
def test_mail_addresses_are_redacted(text, redacted):
    assert redact(text) == redacted


@pytest.mark.parametrize("text", [*PLAIN, *PROSE])
def test_what_is_no_secret_and_no_mail_address_is_not_redacted(text):
    assert "@" in text or redact(text) == text


def test_secrets_come_in_order_and_once_a_line():
    token = "gh" + "p_" + MIXED[:36]
    text = f"PASSWORD={MIXED[:8]}\n\n{token} {token} {WEB_TOKEN}\r\n{WEB_TOKEN}"
    assert find_secrets(text) == (
        Secret(1, "password or key"),
        Secret(3, "GitHub token"),
        Secret(4, "JSON Web Token"),
    )


def test_a_placeholder_does_not_hide_the_secret_behind_it():
    assert kinds("gh" + "p_" + "x" * 36 + " or " + "gh" + "p_" + MIXED[:36]) == ["GitHub token"]


def test_an_installations_number_does_not_hide_a_web_token():
    assert kinds("session_cookie.12_" + WEB_TOKEN) == ["JSON Web Token"]


@given(st.integers(0, len(TOKENS) - 1), st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
@settings(max_examples=200, deadline=None)
def test_the_secret_itself_is_nowhere_in_what_is_found(number, text):
    kind, token = TOKENS[number].values
    found = find_secrets(f"{text}\n{token}\n{text}")
    assert Secret(text.count("\n") + 2, kind) in found
    assert token not in repr(found)


@given(st.text(st.characters()))
@settings(max_examples=300, deadline=None)
def test_any_text_is_read_and_lines_are_its_own(text):
    lines = [secret.line for secret in find_secrets(text)]
    assert lines == sorted(set(lines))
    assert all(1 <= line <= text.count("\n") + 1 for line in lines)


@pytest.mark.parametrize("read", [find_secrets, redact])
@pytest.mark.parametrize(
    "piece",
    [
        *("a", "\n", " ", "\\n", '"', "gh" + "p_", "sk-", "xo" + "xb-", "ey" + "J", "ey" + "Jhbgciaaaa.", "a."),
        *(BEGIN, BEGIN + "RSA " + KEY + "\n", "://", "://a:", "password", "password=", "password  ", "token:a/", "s."),
        *(
            "ey" + "Jaaaaaaaa.",
            "ey" + "Jaaaaaaaa",
            BEGIN + KEY + "\n" + MIXED[:9] + "\n",
            BEGIN + KEY + " " + MIXED[:24],
        ),
        *(
            "-----END ",
            "a@",
            "x@" + "a" * 60 + ".",
            "://a:b@",
            "://" + "a1-" * 30,
            "curl -u a:",
            "curl ",
            "token>",
            "\n ",
            "a@b.c",
        ),
        *("?token=", "authorization: bearer ", "AKIA", "secret_access_key=", "api_key=A_", "api_key=AAa", "api_key=${"),
    ],
)
def test_a_long_text_made_to_be_slow_takes_time_by_its_length_only(piece, read):
    text = piece * (200_000 // len(piece))
    started = time.process_time()
    read(text)
    assert time.process_time() - started < 0.5

"""How well a base's searches find: judged questions, scored; two runs compared; questions drafted from the log."""

import pytest

pytest.register_assert_rewrite("tests.games.rule_table", "tests.games.sitting")

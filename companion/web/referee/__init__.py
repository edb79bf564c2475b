"""The referee's pages: May I, amend, dispute, the counts that don't match, table rulings, the rulebook."""

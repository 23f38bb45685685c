"""One module for each version of the database; never change one that was released."""

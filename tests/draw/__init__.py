"""Drawing: colours, scenery and how little of it is sent again."""

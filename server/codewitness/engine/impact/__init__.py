"""What an edit changes in what definitions do, and what that means for a call. Pure."""

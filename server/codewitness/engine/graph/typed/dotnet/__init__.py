"""What C# has of its own: namespaces, extension methods, delegates, projects."""

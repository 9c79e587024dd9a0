"""What happens at a table: acts become events, and events a view for each who witnessed them."""

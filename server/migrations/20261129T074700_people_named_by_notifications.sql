-- People whom fields of a project's own name in notifications, to take their names away when their accounts are deleted.
create index notifications_named on notifications using gin ((payload->'named_ids')) where payload ? 'named_ids';

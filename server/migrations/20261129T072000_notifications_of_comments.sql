-- Notifications that quote a comment, which are deleted or changed with it.
create index notifications_of_comment on notifications ((payload->>'comment_id')) where type = 'ISSUE_COMMENT_ADDED';

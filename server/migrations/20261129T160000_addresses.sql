-- Accounts are found by their addresses, which are stored in lower case, and the invitations to a project by it, decided ones too.
create index users_address on users (email);
create index project_invites_project on project_invites (project_id, created_at desc);

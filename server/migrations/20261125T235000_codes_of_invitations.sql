-- The link of an invitation proves its address, too. Its code stays valid for as long as the invitation, for a second visit.
alter table mail_codes
  drop constraint mail_codes_purpose_check,
  add constraint mail_codes_purpose_check check (purpose in ('SIGNUP', 'RESET', 'INVITE')),
  add column project_invite_id uuid references project_invites (id) on delete set null,
  add column team_invite_id uuid references team_invites (id) on delete set null;
create index mail_codes_project_invite on mail_codes (project_invite_id) where project_invite_id is not null;
create index mail_codes_team_invite on mail_codes (team_invite_id) where team_invite_id is not null;

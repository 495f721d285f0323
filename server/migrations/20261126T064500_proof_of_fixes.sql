-- whether a comment or photo shows what was done: written with the resolution or after work began; others prove nothing
alter table issue_comments add column shows_fix boolean not null default false;
alter table issue_attachments add column shows_fix boolean not null default false;

-- accepted as proof by the rule before this one
update issue_comments c set shows_fix = true
  from issues i where i.id = c.issue_id and i.status in ('RESOLVED', 'CLOSED') and c.round = i.round;
update issue_attachments a set shows_fix = true
  from issues i where i.id = a.issue_id and i.status in ('RESOLVED', 'CLOSED') and a.round = i.round;

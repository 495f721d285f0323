-- Messages are edited by their author, answer one another, and get reactions; administrators delete others' messages.
alter table chat_messages
  -- when the author last changed the text
  add column edited_at timestamptz,
  -- position of the message of the same conversation that this one replies to; messages keep their positions for ever
  add column reply_position integer,
  -- deleted by an administrator of the project, not by its author
  add column deleted_by_admin boolean not null default false;

create table chat_reactions (
  message_id uuid not null references chat_messages (id) on delete cascade,
  user_id uuid not null references users (id) on delete cascade,
  reaction text not null check (reaction in ('THUMBS_UP', 'DONE', 'LOOKING', 'HEART', 'SMILE', 'QUESTION')),
  created_at timestamptz not null default now(),
  primary key (message_id, reaction, user_id)
);
create index chat_reactions_person on chat_reactions (user_id);

-- Conversations between two people and in groups, files in them, and search over what was said.
alter table chats
  -- of a DIRECT one: the ids of both people, the smaller first, so that there is one for each pair
  add column direct_key text unique,
  -- who began it; others see a DIRECT one once something was said in it
  add column created_by uuid references users (id) on delete set null,
  -- when something was said last: the order of lists
  add column last_at timestamptz not null default now();
update chats c set last_at = coalesce(
  (select m.created_at from chat_messages m where m.chat_id = c.id and m.position = c.message_count), c.created_at);

alter table chat_messages
  -- its words in small letters without accents; '' once it was deleted
  add column words tsvector not null default '';
update chat_messages m set words = array_to_tsvector(array(
  select distinct left(word, 100) from regexp_split_to_table(lower(m.message), '[^[:alnum:]]+') word where word <> ''));
create index chat_messages_words on chat_messages using gin (words);
-- for words that are in most messages the newest are looked through instead
create index chat_messages_newest on chat_messages (created_at, id);
create index chat_messages_person on chat_messages (user_id);

-- Who writes has read what is before it: that makes the unread a difference and no count.
update chat_members cm set read_position = greatest(cm.read_position, said.position),
  delivered_position = greatest(cm.delivered_position, said.position)
from (select chat_id, user_id, max(position) as position from chat_messages group by chat_id, user_id) said
where said.chat_id = cm.chat_id and said.user_id = cm.user_id;

create table chat_files (
  id uuid primary key,
  chat_id uuid not null references chats (id) on delete cascade,
  -- null until it is sent; then never another one
  message_id uuid references chat_messages (id) on delete cascade,
  -- its place in the message
  place integer not null default 0,
  -- under which its bytes are stored: ours, whatever id a client chose
  blob_id uuid not null,
  name text not null,
  -- media type, by content
  type text not null,
  size bigint not null,
  kind text not null check (kind in ('PHOTO', 'FILE')),
  width integer,
  height integer,
  -- of a photo: as it was sent, with all that the camera wrote; for its author, and gone with them
  has_original boolean not null default true,
  user_id uuid references users (id) on delete set null,
  created_at timestamptz not null default now()
);
create index chat_files_message on chat_files (message_id, place);
create index chat_files_chat on chat_files (chat_id);
create index chat_files_person on chat_files (user_id);
create index chat_files_unsent on chat_files (created_at) where message_id is null;

-- Stored bytes that nothing names any more, whatever ended what named them: a message, a conversation, a project.
create table chat_file_remains (
  key text primary key
);
create function keep_chat_file_remains() returns trigger language plpgsql as $$
begin
  insert into chat_file_remains (key) values ('chats/' || old.chat_id || '/' || old.blob_id) on conflict do nothing;
  return null;
end $$;
create trigger chat_file_remains_kept after delete on chat_files
  for each row execute function keep_chat_file_remains();

-- Messages that people pinned to the top of their conversation, for everybody in it.
create table chat_pins (
  message_id uuid primary key references chat_messages (id) on delete cascade,
  chat_id uuid not null references chats (id) on delete cascade,
  pinned_at timestamptz not null default now()
);
create index chat_pins_chat on chat_pins (chat_id, pinned_at desc);

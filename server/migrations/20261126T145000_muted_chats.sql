-- who wants no notifications of a conversation; unread messages of muted ones are not in a person's total
alter table chat_members add column is_muted boolean not null default false;

-- A push that some of the person's devices have got is tried again at the others only. Null: at all of them.
alter table notifications add column push_device_ids uuid[];

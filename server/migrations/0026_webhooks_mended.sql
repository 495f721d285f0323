-- 0026_webhooks was edited after it had landed: deliveries are numbered as they are written.
do $$ begin
  if not exists (select from information_schema.columns
    where table_schema = current_schema() and table_name = 'webhook_deliveries' and column_name = 'seq')
  then
    alter table webhook_deliveries add column seq bigint;
    update webhook_deliveries d set seq = o.seq
    from (select id, row_number() over (order by created_at, id) as seq from webhook_deliveries) o where o.id = d.id;
    create sequence webhook_deliveries_seq_seq owned by webhook_deliveries.seq;
    perform setval('webhook_deliveries_seq_seq', (select coalesce(max(seq), 0) + 1 from webhook_deliveries), false);
    alter table webhook_deliveries alter column seq set not null,
      alter column seq set default nextval('webhook_deliveries_seq_seq');
    drop index webhook_deliveries_webhook;
    create index webhook_deliveries_webhook on webhook_deliveries (webhook_id, seq);
  end if;
end $$;

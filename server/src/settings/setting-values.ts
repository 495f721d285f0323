import type { SettingName } from '@plumbline/contract/settings/settings'
import { locales } from '@plumbline/contract/users/users'
import type { PublicCtx } from '../context.ts'
import { Refusal } from '../http/refusal.ts'
import { readMaintenance } from '../live/maintenance-state.ts'
import { hasLocalInbox } from '../mail/local-inbox.ts'
import { getDemoLogin } from './demo-login.ts'

/** All public settings; anything not listed here cannot be read. Never add secrets. */
const settingReaders: Record<SettingName, (ctx: PublicCtx) => unknown> = {
  HELP_CENTER_URL: (ctx) => ctx.config.settings.HELP_CENTER_URL || null,
  TERMS_URL: (ctx) => ctx.config.settings.TERMS_URL || null,
  STATUS_URL: (ctx) => ctx.config.settings.STATUS_URL || null,
  AMPLITUDE_KEY: (ctx) => ctx.config.settings.AMPLITUDE_KEY || null,
  // without the secret no Stream tokens can be created, and the built-in chat is used
  GETSTREAM_KEY: ({ config }) => (config.streamSecret && config.settings.GETSTREAM_KEY) || null,
  MAX_UPLOAD_BYTES: (ctx) => ctx.config.limits.uploadBytes,
  SUPPORTED_IFC_SCHEMAS: () => ['IFC2X3', 'IFC4', 'IFC4X3'],
  LOCALES: () => locales,
  // from the database: the state in memory may be older than the event that made the caller ask
  MAINTENANCE: ({ tx }) => readMaintenance(tx),
  DEMO: getDemoLogin,
  LOCAL_INBOX: ({ config }) => (hasLocalInbox(config) ? '/dev/inbox' : null),
}

export async function getSettingValue(ctx: PublicCtx, name: string): Promise<unknown> {
  if (!Object.hasOwn(settingReaders, name)) throw new Refusal('not_found')
  return settingReaders[name as SettingName](ctx)
}

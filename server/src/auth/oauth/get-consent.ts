import type * as api from '@plumbline/contract/auth/oauth'
import type { Input, UserCtx } from '../../context.ts'
import { checkConsentRequest } from './consent.ts'
import { isLoopback } from './redirects.ts'

export async function getConsent(ctx: UserCtx, { query }: Input<typeof api.getConsent>) {
  const { client, redirect_uri } = await checkConsentRequest(ctx, query)
  const to = new URL(redirect_uri)
  const { name, description, url } = client
  const is_local = to.protocol !== 'https:'
  return { name, description, url, returns_to: isLoopback(to) || !is_local ? to.host : to.protocol, is_local }
}

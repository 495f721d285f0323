import { getMe } from '@plumbline/contract/users/get-me'
import type { Me } from '@plumbline/contract/users/users'
import { setLocale } from '../base/language.ts'
import { storage } from '../base/storage.ts'
import { call } from './client.ts'
import { keyOf, queryClient, useRead } from './query.ts'

/** Who is signed in, and for which company they work at the moment. */

/** Whoever is not signed in yet does not load it. */
const live = () => import('./live.ts')

/** The signed-in user; only below the shell and the steps before it, where there is one. */
export function useMe(): Me {
  const { data } = useRead(getMe, {})
  if (!data) throw new Error('useMe is for screens of signed-in users')
  return data
}

/** Who is signed in, outside of screens; null when nobody is. */
export const currentUserId = (): string | null => queryClient.getQueryData<Me>(keyOf(getMe, {}))?.id ?? null

/** The team kept in the browser if the user is still in it, else the default one, else the first. */
export function chooseTeam(me: Pick<Me, 'teams'>, kept: string | null): string | null {
  const own = me.teams.find((membership) => membership.team_id === kept)
  const chosen = own ?? me.teams.find((membership) => membership.is_default) ?? me.teams[0]
  return chosen?.team_id ?? null
}

/** Takes the user into the session: the current team is settled and live updates are on. */
export async function enterSession(me: Me): Promise<void> {
  queryClient.setQueryData(keyOf(getMe, {}), me)
  await setLocale(me.locale).catch(() => undefined)
  const team_id = chooseTeam(me, storage.teamId())
  storage.setTeam(team_id ? { team_id } : null)
  await (await live()).connectLive()
}

/** The user of the session, or null when there is none (whatever the reason). */
export async function loadSession(): Promise<Me | null> {
  try {
    const me = await queryClient.fetchQuery({
      queryKey: keyOf(getMe, {}),
      queryFn: () => call(getMe, {}, { redirects: false }),
      meta: { hears: getMe.hears },
      retry: false,
      staleTime: 0,
    })
    await enterSession(me)
    return me
  } catch {
    return null
  }
}

const forgetting = new Set<() => void>()
/** Calls `forget` whenever a user leaves this browser. */
export const onLeaveSession = (forget: () => void) => void forgetting.add(forget)

/** Forgets everything of the user in this browser. */
export function leaveSession() {
  for (const forget of forgetting) forget()
  void live().then(({ disconnectLive }) => disconnectLive())
  queryClient.clear()
  storage.clear()
}

/** Makes another company current: what was read for the old one goes, and so does the open project. */
export function switchTeam(team_id: string) {
  storage.setTeam({ team_id })
  storage.setProjectId(null)
  void queryClient.invalidateQueries()
}

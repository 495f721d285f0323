import { getMe } from '@plumbline/contract/users/get-me'
import type { Me } from '@plumbline/contract/users/users'
import { dropEarlySocket } from '../base/early-socket.ts'
import { setLocale } from '../base/language.ts'
import { paths } from '../base/paths.ts'
import { storage } from '../base/storage.ts'
import { call } from './client.ts'
import { keyOf, queryClient, readKept, useRead } from './query.ts'
import { runAlone } from './run-alone.ts'

/** The signed-in user and their current company. */

/** Imported lazily: pages before sign-in do not need it. */
const importLive = () => import('./live.ts')

/** The signed-in user. Only for components below the shell and the onboarding steps, where it is loaded. */
export function useMe(): Me {
  const { data } = useRead(getMe, {})
  if (!data) throw new Error('useMe is for screens of signed-in users')
  return data
}

/** The id of the signed-in user, for code outside components; null when nobody is signed in. */
export const currentUserId = (): string | null => queryClient.getQueryData<Me>(keyOf(getMe, {}))?.id ?? null

/** The stored team if the user is still a member, else the default one, else the first. */
export function chooseCurrentTeam(me: Pick<Me, 'teams'>, kept: string | null): string | null {
  const own = me.teams.find((membership) => membership.team_id === kept)
  const chosen = own ?? me.teams.find((membership) => membership.is_default) ?? me.teams[0]
  return chosen?.team_id ?? null
}

/** The id of the person this page runs for. */
let person: string | null = null

/**
 * Reloads the page once another person is signed in, here or in another tab: its memory holds the previous person's data,
 * and the browser would send everything as the next one. While another tab deletes the previous person's data, the device
 * has no owner; the next owner may be the person of this page.
 */
function leaveToNextPerson() {
  if (![null, '', person].includes(storage.owner())) location.replace(paths.root)
}

/**
 * Makes the person the owner of this device's cache; a second tab waits for the lock, or it would delete what the first one
 * has stored meanwhile.
 */
const takeOverDevice = (id: string) =>
  runAlone('plumbline.owner', {}, async () => {
    if (storage.owner() === id) return
    // no owner while stored data is deleted: from here nothing of the last person may be sent
    storage.changeOwner('')
    await forgetKept()
    storage.changeOwner(id)
  })

/** Starts the session of a user: language, current team and live updates. */
export async function startUserSession(me: Me): Promise<void> {
  if (storage.owner() !== me.id) await takeOverDevice(me.id)
  person ??= me.id
  leaveToNextPerson()
  if (person !== me.id) return new Promise(() => undefined)
  addEventListener('storage', leaveToNextPerson)
  addEventListener('pageshow', leaveToNextPerson)
  queryClient.setQueryData(keyOf(getMe, {}), me)
  storage.setEmail(me.email)
  await setLocale(me.locale).catch(() => undefined)
  const team_id = chooseCurrentTeam(me, storage.teamId())
  storage.setTeam(team_id ? { team_id } : null)
  await (await importLive()).connectLive()
}

/** Loads the signed-in user; null when nobody is, or when the request failed. */
export async function loadSession(): Promise<Me | null> {
  try {
    const me = await queryClient.fetchQuery({
      queryKey: keyOf(getMe, {}),
      queryFn: () =>
        call(getMe, {}, { redirects: false }).catch((error: unknown) => readKept(error, keyOf(getMe, {}))),
      meta: { hears: getMe.hears },
      retry: false,
      staleTime: 0,
    })
    await startUserSession(me)
    return me
  } catch {
    dropEarlySocket()
    return null
  }
}

const cleanups = new Set<() => void>()
/** Registers a cleanup that runs whenever a user signs out in this browser. */
export const onSessionEnd = (forget: () => void) => void cleanups.add(forget)

/** Deletes the last person's data on this device. */
const forgetKept = () => import('./kept-files.ts').then((kept) => kept.forgetKept()).catch(() => undefined)

/** Removes all data of the user from this browser. Resolves when the device has none of it any more. */
export async function endUserSession(): Promise<void> {
  for (const forget of cleanups) forget()
  void importLive().then(({ disconnectLive }) => disconnectLive())
  queryClient.clear()
  storage.clear()
  await forgetKept()
}

/** Makes another company current: clears the cache and the open project of the old one. */
export function switchTeam(team_id: string) {
  storage.setTeam({ team_id })
  storage.setProjectId(null)
  void queryClient.invalidateQueries()
}

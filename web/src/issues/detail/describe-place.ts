import type { Anchor } from '@plumbline/contract/issues/anchors'
import type { DetailText } from './text.ts'

type PlaceState = Pick<Anchor, 'state' | 'found_by' | 'moved_m'>

/** Describes how a place changed in a version of its file, with distances formatted by `write`; empty if it did not. */
export function describePlace(
  { state, found_by, moved_m }: PlaceState,
  version: number | undefined,
  text: DetailText,
  write: (metres: number) => string,
): string {
  if (state === 'ORPHANED') return version ? text.elementGone(version) : text.elementGoneNow
  if (state === 'MOVED' && moved_m !== null && version) return text.movedBy(write(moved_m), version)
  if (state === 'REMATCHED' && found_by && version) return text.foundAgain(version, text.foundWays[found_by])
  return text.placeStates[state]
}

/** The log entry of a place that was followed into a version. */
export const describeFollowed = (
  followed: PlaceState & { version: number },
  text: DetailText,
  write: (metres: number) => string,
): string =>
  followed.state === 'ANCHORED'
    ? text.backInPlace(followed.version)
    : followed.state === 'NEEDS_REVIEW'
      ? text.notFoundForCertain(followed.version)
      : describePlace(followed, followed.version, text, write)

import type { Header } from '@plumbline/contract/bim/bim'
import { listCorrections } from '@plumbline/contract/bim/views'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { useRead } from '../../api/query.ts'
import { findReference } from './find-reference.ts'
import { isStillShown } from './is-still-shown.ts'
import type { KeptElements } from './kept-elements.ts'
import { isComparedModel } from './model-id.ts'
import type { ModelSession } from './model-session.ts'

/**
 * Loads and unloads models to match the requested files. A new version replaces the old one, and a complete model replaces
 * its first storey. The oldest model with a georeference defines the origin even if it is not open, so that coordinates
 * mean the same to everybody.
 */
export function useModelLoading(
  session: ModelSession | null,
  projectId: string,
  all: Header[],
  wanted: Header[],
  /** called when an open file is replaced by a newer version or deleted */
  {
    onNewVersion,
    onDeleted,
  }: { onNewVersion: (header: Header) => void; onDeleted: (id: string, name: string) => void },
) {
  const byAge = all
    .flatMap(({ current, created_at }) => (current ? [{ current, created_at }] : []))
    .sort((a, b) => (a.created_at < b.created_at ? -1 : 1))
    .map(({ current }) => current)
  const { data: reference, isError } = useQuery({
    queryKey: ['reference', projectId, byAge.map(({ artefacts_key }) => artefacts_key).join()],
    queryFn: ({ signal }) =>
      session ? findReference(byAge, (version) => session.models.fetchManifest(version, signal)) : null,
    enabled: session !== null && byAge.length > 0,
    retry: false,
  })
  const { data: corrections, isError: areUnread } = useRead(listCorrections, { params: { id: projectId } })
  const byHeader = useMemo(
    // models are shown where their files put them while the corrections cannot be read
    () =>
      corrections || areUnread
        ? new Map((corrections ?? []).map(({ header_id, ...place }) => [header_id, place]))
        : undefined,
    [corrections, areUnread],
  )
  const known = (reference !== undefined || isError) && byHeader !== undefined
  useEffect(() => {
    if (session && known && byHeader) session.models.align(reference ?? null, byHeader)
  }, [session, known, reference, byHeader])
  useEffect(() => session?.models.rename(all), [session, all])
  /** the isolated storey, and the files reloaded since: complete instead of their first storey, or in a new version */
  const storey = useRef<{ name: string; position: number } | null>(null)
  const renewed = useRef(new Set<string>())
  /** visibility and selection to restore when a new version of a file is loaded, by file id */
  const kept = useRef(new Map<string, { elements: KeptElements; position: number }>())
  const content = wanted.map((header) => `${header.id}@${header.current?.artefacts_key}`).join(' ')
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list's content decides, not its identity
  useEffect(() => {
    if (!session || !known) return
    const abort = new AbortController()
    for (const { id, name: model, key, version, is_part } of session.state.models) {
      // Versions loaded for a comparison are managed by SessionCompare.
      if (isComparedModel(id)) continue
      const header = wanted.find((each) => each.id === id)
      if (header?.current && isStillShown({ key, version, is_part }, header.current)) continue
      // with nothing to hide, unloading forgets the isolated storey
      const { position } = session.visibility
      const before = storey.current?.position === position ? storey.current.name : null
      const name = session.state.plan ? null : (session.state.storey ?? before)
      if (header?.current && name !== null) {
        storey.current = { name, position }
        renewed.current.add(id)
      }
      const elements = header?.current && name === null ? session.visibility.keepElements(id) : null
      if (elements && !kept.current.has(id)) kept.current.set(id, { elements, position })
      session.models.unload(id)
      if (header?.current && header.current.version !== version && !is_part) onNewVersion(header)
      else if (!all.some((each) => each.id === id)) onDeleted(id, model)
    }
    session.models.forgetClosed(wanted)
    void Promise.all(wanted.map((header) => session.models.load(header, abort.signal))).then(() => {
      if (abort.signal.aborted) return
      // not after an action of the person, who may have shown all in the meantime
      for (const [id, { elements, position }] of kept.current)
        if (session.visibility.position === position) session.visibility.applyKept(id, elements)
      kept.current.clear()
      if (storey.current === null) return
      const { name, position } = storey.current
      const ids = [...renewed.current]
      storey.current = null
      renewed.current.clear()
      const refs = session.tools.storeyElements(name)
      if (refs.length === 0 || session.state.plan) return
      // not after an action of the person, who may have shown all in the meantime
      if (session.state.storey === null && session.visibility.position === position)
        session.visibility.showStorey(name, refs)
      else if (session.state.storey === name) for (const id of ids) session.visibility.keepToStorey(id, refs)
    })
    return () => abort.abort()
  }, [session, known, content])
}

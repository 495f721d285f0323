import { useState } from 'react'
import { inheritRowKeys } from './inherit-row-keys.ts'
import { useLatest } from './use-latest.ts'

interface RowKeys {
  listKey: string
  generation: number
  /** keys by row id that differ from those of this generation */
  inherited: ReadonlyMap<string, string>
}

/**
 * Returns the React key of a row by its id. Rows of a new query take the keys of the rows that were in view and went: their
 * elements get new contents, which takes a fraction of the time of removing and creating them.
 */
export function useReusedRows(listKey: string, inView: readonly { id: string }[]): (id: string) => string {
  const [keys, setKeys] = useState<RowKeys>({ listKey, generation: 0, inherited: new Map() })
  const shownBefore = useLatest(inView.map(({ id }) => [id, getRowKey(keys, id)] as const))
  let now = keys
  if (keys.listKey !== listKey) {
    const ids = inView.map(({ id }) => id)
    now = {
      listKey,
      generation: keys.generation + 1,
      inherited: inheritRowKeys(new Map(shownBefore()), ids),
    }
    setKeys(now)
  }
  return (id) => getRowKey(now, id)
}

const getRowKey = ({ generation, inherited }: RowKeys, id: string) =>
  inherited.get(id) ?? `${generation} ${id}`

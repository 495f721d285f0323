import { type Level, listLevels, listSections, type Section } from '@plumbline/contract/projects/projects'
import type { Trade } from '@plumbline/contract/projects/trades'
import { useRead } from '../../api/query.ts'
import { useTradeWords } from '../../projects/vocabulary.tsx'
import type { Option } from '../../ui/Select.tsx'
import { useBimText } from '../text.ts'

const NO_PLACE = 'none'
/** conversion between a nullable id and the value of a Select */
export const parsePlacementOption = (value: string | null): string | null =>
  value === NO_PLACE ? null : value
export const formatPlacementOption = (id: string | null): string => id ?? NO_PLACE

/** Levels, sections and trades of a project, as lists and as select options. */
export function usePlacementOptions(projectId: string) {
  const text = useBimText()
  const trades = useTradeWords()
  const params = { id: projectId }
  const { data: levels = [] } = useRead(listLevels, { params }, { silent: true })
  const { data: sections = [] } = useRead(listSections, { params }, { silent: true })
  const nowhere = (label: string): Option => ({ value: NO_PLACE, label })
  const option = ({ id, name }: Level | Section): Option => ({ value: id, label: name })
  return {
    levels,
    sections,
    levelOptions: [nowhere(text.wholeBuilding), ...levels.toReversed().map(option)],
    sectionOptions: [nowhere(text.noSection), ...sections.map(option)],
    listTradeOptions: trades.listOptions,
    isTradeOffered: trades.isOffered,
    tradeName: (trade: Trade): string => trades.names[trade] ?? trade,
  }
}

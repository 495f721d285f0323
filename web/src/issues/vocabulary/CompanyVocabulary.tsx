import {
  createTeamTerm,
  getTeamVocabulary,
  updateTeamVocabulary,
} from '@plumbline/contract/issues/vocabulary'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { shownByCaller } from './TermDialog.tsx'
import { useVocabularyText } from './text.ts'
import { VocabularyCard } from './VocabularySettings.tsx'

/** The default vocabulary for new projects of a company. */
export default function CompanyVocabulary({ teamId }: { teamId: string }) {
  const text = useVocabularyText()
  const params = { id: teamId }
  const { data, error, refetch } = useRead(getTeamVocabulary, { params })
  const create = useWrite(createTeamTerm, shownByCaller)
  const update = useWrite(updateTeamVocabulary, shownByCaller)
  if (!data)
    return <LoadingState error={error} onRetry={() => void refetch()} failed={text.failed} rows={6} />
  return (
    <VocabularyCard
      hint={text.companyHint}
      store={{
        id: teamId,
        vocabulary: data,
        update: (body) => update.send({ params, body }),
        create: (body) => create.send({ params, body }),
      }}
    />
  )
}

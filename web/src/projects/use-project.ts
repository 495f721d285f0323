import { getProject, type Project } from '@plumbline/contract/projects/projects'
import { useRead } from '../api/query.ts'
import { useParams } from '../base/navigation.tsx'

/** The project in the URL. Only inside ProjectPage, which has loaded it. */
export function useProject(): Project {
  const { id } = useParams()
  const { data } = useRead(getProject, { params: { id: id ?? '' } })
  if (!data) throw new Error('useProject is for screens below ProjectPage')
  return data
}

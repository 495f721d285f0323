import { getProject, type Project } from '@plumbline/contract/projects'
import { useParams } from '@tanstack/react-router'
import { useRead } from '../api/query.ts'

/** The project in the address; only below ProjectPage, which has it loaded. */
export function useProject(): Project {
  const { id } = useParams({ strict: false })
  const { data } = useRead(getProject, { params: { id: id ?? '' } })
  if (!data) throw new Error('useProject is for screens below ProjectPage')
  return data
}

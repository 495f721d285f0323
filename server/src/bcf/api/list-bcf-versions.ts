import { bcfVersions } from './foundation.ts'

export const listBcfVersions = async () => ({ versions: bcfVersions })

import * as z from 'zod/mini'
import { type EndpointSpec, endpoint } from '../http.ts'
import { commentServices } from './api-comments.ts'
import { documentServices } from './api-documents.ts'
import { eventServices } from './api-events.ts'
import { projectServices } from './api-projects.ts'
import { fileInformation, topicPartServices, topicServices } from './api-topics.ts'
import type { BcfApiVersion } from './api-version.ts'
import { viewpointRemoval, viewpointServices } from './api-viewpoints.ts'

/** The BCF API and the services of the OpenCDE Foundation API that it requires. */

const versionFields = { version_id: z.string(), detailed_version: z.optional(z.string()) }

const listVersions = endpoint({
  method: 'GET',
  path: '/foundation/versions',
  access: 'public',
  summary: 'OpenCDE APIs of this server and their versions',
  reply: z.object({
    versions: z.array(z.object({ api_id: z.string(), ...versionFields, api_base_url: z.string() })),
  }),
})

/** BCF API 2.1 predates the Foundation API and has its own versions of these two. */
const listBcfVersions = endpoint({
  method: 'GET',
  path: '/bcf/versions',
  access: 'public',
  summary: 'Versions of the BCF API of this server',
  reply: z.object({ versions: z.array(z.object(versionFields)) }),
})

/** Public endpoints for API discovery. */
export const discovery = { listVersions, listBcfVersions }

const currentUser = <P extends string>(path: P) =>
  endpoint({
    method: 'GET',
    path,
    access: 'user',
    by_token: 'narrowed',
    summary: 'The signed-in person with their e-mail address as id',
    reply: z.object({ id: z.string(), name: z.string() }),
    hears: ['user.updated'],
  })
export const currentUsers = {
  getCurrentUser10: currentUser('/foundation/1.0/current-user'),
  getCurrentUser11: currentUser('/foundation/1.1/current-user'),
  getCurrentUser21: currentUser('/bcf/2.1/current-user'),
}

/** Services of both versions. */
export const bcfServices = (version: BcfApiVersion) => ({
  ...projectServices(version),
  ...topicServices(version),
  ...topicPartServices(version),
  ...commentServices(version),
  ...viewpointServices(version),
  ...documentServices(version),
  ...eventServices(version),
})

export const bcfApi = { '2.1': bcfServices('2.1'), '3.0': bcfServices('3.0') }
export const bcfApi30 = {
  listFilesInformation: fileInformation('3.0'),
  deleteViewpoint: viewpointRemoval('3.0'),
}
const named = (services: Record<string, EndpointSpec>, suffix: string) =>
  Object.fromEntries(Object.entries(services).map(([name, service]) => [`${name}${suffix}`, service]))

/** Every endpoint by a unique name such as `listTopics30`. */
export const bcfEndpoints: Record<string, EndpointSpec> = {
  ...discovery,
  ...named(bcfApi['3.0'], '30'),
  ...named(bcfApi30, '30'),
  ...named(bcfApi['2.1'], '21'),
  ...currentUsers,
}

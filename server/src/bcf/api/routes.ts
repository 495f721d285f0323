import { bcfApi, bcfApi30, currentUsers, listBcfVersions, listVersions } from '@plumbline/contract/bcf/api'
import { type BcfApiVersion, bcfApiVersions } from '@plumbline/contract/bcf/api-version'
import { bind } from '../../context.ts'
import * as comments from './comments.ts'
import { listDocuments, sendDocument, takeDocument } from './documents.ts'
import * as events from './events.ts'
import { filesInformation, putFiles, readFiles } from './files.ts'
import { currentUser, versions, versionsOfBcf } from './foundation.ts'
import { extensionsOf, listProjects, putProject, readProject } from './projects.ts'
import { addReference, listReferences, putReference } from './references.ts'
import { putRelated, readRelated } from './related.ts'
import { sendSnippet, takeSnippet } from './snippet.ts'
import { listTopics, readTopic } from './topics.ts'
import {
  readColoring,
  readSelection,
  readVisibility,
  sendBitmap,
  sendViewSnapshot,
  viewpointsOf,
} from './viewpoints.ts'
import { deleteTopic, postTopic, putTopic } from './write-topic.ts'

/** One implementation for both versions: their schemas drop what they do not have. */
function routesOf(version: BcfApiVersion) {
  const [api, viewpoints] = [bcfApi[version], viewpointsOf(version)]
  return [
    bind(api.listBcfProjects, listProjects),
    bind(api.getBcfProject, readProject),
    bind(api.putBcfProject, putProject),
    bind(api.getExtensions, extensionsOf),
    bind(api.listTopics, listTopics),
    bind(api.postTopic, postTopic),
    bind(api.getTopic, (ctx, { params, query }) => readTopic(ctx, params.topicGuid, query)),
    bind(api.putTopic, putTopic),
    bind(api.deleteTopic, deleteTopic),
    bind(api.getSnippet, sendSnippet),
    bind(api.putSnippet, takeSnippet),
    bind(api.getFiles, readFiles),
    bind(api.putFiles, putFiles),
    bind(api.getRelatedTopics, readRelated),
    bind(api.putRelatedTopics, putRelated),
    bind(api.listComments, comments.listComments),
    bind(api.postComment, comments.addComment),
    bind(api.getComment, (ctx, { params, query }) => comments.readComment(ctx, { params }, query)),
    bind(api.putComment, comments.putComment),
    bind(api.deleteComment, comments.removeComment),
    bind(api.listViewpoints, viewpoints.list),
    bind(api.postViewpoint, viewpoints.add),
    bind(api.getViewpoint, (ctx, { params, query }) => viewpoints.one(ctx, { params }, query)),
    bind(api.getViewpointSnapshot, sendViewSnapshot),
    bind(api.getBitmap, sendBitmap),
    bind(api.getSelection, readSelection),
    bind(api.getColoring, readColoring),
    bind(api.getVisibility, readVisibility),
    bind(api.listReferences, listReferences),
    bind(api.postReference, addReference),
    bind(api.putReference, putReference),
    bind(api.listDocuments, listDocuments),
    bind(api.postDocument, takeDocument),
    bind(api.getDocument, sendDocument),
    bind(api.listTopicsEvents, events.listTopicsEvents),
    bind(api.listTopicEvents, events.listTopicEvents),
    bind(api.listCommentsEvents, events.listCommentsEvents),
    bind(api.listCommentEvents, events.listCommentEvents),
  ]
}

export const bcfApiRoutes = [
  bind(listVersions, versions),
  bind(listBcfVersions, versionsOfBcf),
  ...Object.values(currentUsers).map((service) => bind(service, currentUser)),
  ...bcfApiVersions.flatMap(routesOf),
  bind(bcfApi30.listFilesInformation, filesInformation),
  bind(bcfApi30.deleteViewpoint, viewpointsOf('3.0').remove),
]

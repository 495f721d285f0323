import { bcfApi, bcfApi30, currentUsers, discovery } from '@plumbline/contract/bcf/api'
import { type BcfApiVersion, bcfApiVersions } from '@plumbline/contract/bcf/api-version'
import { bindAll } from '../../context.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteTopic } from './delete-topic.ts'
import { deleteViewpoint } from './delete-viewpoint.ts'
import { getBcfProject } from './get-bcf-project.ts'
import { getBitmap } from './get-bitmap.ts'
import { getColoring } from './get-coloring.ts'
import { getComment } from './get-comment.ts'
import { getCurrentUser } from './get-current-user.ts'
import { getDocument } from './get-document.ts'
import { getExtensions } from './get-extensions.ts'
import { getFiles } from './get-files.ts'
import { getRelatedTopics } from './get-related-topics.ts'
import { getSelection } from './get-selection.ts'
import { getSnippet } from './get-snippet.ts'
import { getTopic } from './get-topic.ts'
import { getViewpoint } from './get-viewpoint.ts'
import { getViewpointSnapshot } from './get-viewpoint-snapshot.ts'
import { getVisibility } from './get-visibility.ts'
import { listBcfProjects } from './list-bcf-projects.ts'
import { listBcfVersions } from './list-bcf-versions.ts'
import { listCommentEvents } from './list-comment-events.ts'
import { listComments } from './list-comments.ts'
import { listCommentsEvents } from './list-comments-events.ts'
import { listDocuments } from './list-documents.ts'
import { listFilesInformation } from './list-files-information.ts'
import { listReferences } from './list-references.ts'
import { listTopicEvents } from './list-topic-events.ts'
import { listTopics } from './list-topics.ts'
import { listTopicsEvents } from './list-topics-events.ts'
import { listVersions } from './list-versions.ts'
import { listViewpoints } from './list-viewpoints.ts'
import { postComment } from './post-comment.ts'
import { postDocument } from './post-document.ts'
import { postReference } from './post-reference.ts'
import { postTopic } from './post-topic.ts'
import { postViewpoint } from './post-viewpoint.ts'
import { putBcfProject } from './put-bcf-project.ts'
import { putComment } from './put-comment.ts'
import { putFiles } from './put-files.ts'
import { putReference } from './put-reference.ts'
import { putRelatedTopics } from './put-related-topics.ts'
import { putSnippet } from './put-snippet.ts'
import { putTopic } from './put-topic.ts'

/** One implementation serves both versions: each version's reply schema drops unknown fields. */
const routesOf = (version: BcfApiVersion) =>
  bindAll(bcfApi[version], {
    listBcfProjects,
    getBcfProject,
    putBcfProject,
    getExtensions,
    listTopics,
    postTopic,
    getTopic,
    putTopic,
    deleteTopic,
    getSnippet,
    putSnippet,
    getFiles,
    putFiles,
    getRelatedTopics,
    putRelatedTopics,
    listComments,
    postComment,
    getComment,
    putComment,
    deleteComment,
    listViewpoints: listViewpoints(version),
    postViewpoint: postViewpoint(version),
    getViewpoint: getViewpoint(version),
    getViewpointSnapshot,
    getBitmap,
    getSelection,
    getColoring,
    getVisibility,
    listReferences,
    postReference,
    putReference,
    listDocuments,
    postDocument,
    getDocument,
    listTopicsEvents,
    listTopicEvents,
    listCommentsEvents,
    listCommentEvents,
  })

export const bcfApiRoutes = [
  ...bindAll(discovery, { listVersions, listBcfVersions }),
  ...bindAll(currentUsers, {
    getCurrentUser10: getCurrentUser,
    getCurrentUser11: getCurrentUser,
    getCurrentUser21: getCurrentUser,
  }),
  ...bcfApiVersions.flatMap(routesOf),
  ...bindAll(bcfApi30, { listFilesInformation, deleteViewpoint }),
]

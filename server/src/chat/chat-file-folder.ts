/** Blob key of a new file's folder. */
export const buildNewChatFileFolder = (chatId: string, blobId: string) => `chats/${chatId}/${blobId}`

interface StoredFolder {
  chat_id: string
  /** the conversation that the file was forwarded from */
  folder_chat_id: string | null
  blob_id: string
}

/** Blob key of a stored file's folder. */
export const buildChatFileFolder = ({ chat_id, folder_chat_id, blob_id }: StoredFolder) =>
  buildNewChatFileFolder(folder_chat_id ?? chat_id, blob_id)

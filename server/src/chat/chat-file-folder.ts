/** Blob key of a chat file's folder. */
export const buildChatFileFolder = (chatId: string, blobId: string) => `chats/${chatId}/${blobId}`

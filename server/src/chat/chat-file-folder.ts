/** Files of conversations, by the rules of those of issues: judged by content, photos without what the camera wrote. */

export const buildChatFileFolder = (chatId: string, blobId: string) => `chats/${chatId}/${blobId}`

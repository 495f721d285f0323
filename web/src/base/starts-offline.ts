/** Whether this application can start without a network here: browsers offer that over HTTPS, and not in every private window. */
export const startsOffline = (): boolean => navigator.serviceWorker !== undefined && 'caches' in window

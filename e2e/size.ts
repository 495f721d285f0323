/** `npm run test:long` looks at everything; `npm test` looks at each screen and part once. */
export const isLong = process.env.TEST_LONG === '1'

export interface IssueName {
  id: string
  number: number
  name: string
}

/** The number and title of an issue in one line. */
export const describeIssue = ({ number, name }: Omit<IssueName, 'id'>) => `#${number} ${name}`

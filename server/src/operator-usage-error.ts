export class OperatorUsageError extends Error {}

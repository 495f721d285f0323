/** Counts requests by route, method and status class, and their durations. */

/** Upper bounds of the histogram in seconds. */
const BOUNDS = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]

interface RouteMetrics {
  /** requests by status */
  statuses: Map<number, number>
  /** requests up to each bound */
  buckets: number[]
  seconds: number
}

export class RequestMetrics {
  readonly #routes = new Map<string, RouteMetrics>()

  /** `labels` as Prometheus writes them: method="GET",route="/api/me" */
  count(labels: string, status: number, seconds: number) {
    let route = this.#routes.get(labels)
    if (!route) {
      route = { statuses: new Map(), buckets: BOUNDS.map(() => 0), seconds: 0 }
      this.#routes.set(labels, route)
    }
    route.statuses.set(status, (route.statuses.get(status) ?? 0) + 1)
    route.seconds += seconds
    for (const [index, bound] of BOUNDS.entries())
      if (seconds <= bound) route.buckets[index] = (route.buckets[index] ?? 0) + 1
  }

  format(): string[] {
    const counts = ['# TYPE plumbline_http_requests_total counter']
    const times = ['# TYPE plumbline_http_request_duration_seconds histogram']
    for (const [labels, { statuses, buckets, seconds }] of this.#routes) {
      let total = 0
      for (const [status, count] of statuses) {
        counts.push(`plumbline_http_requests_total{${labels},status="${status}"} ${count}`)
        total += count
      }
      for (const [index, bound] of BOUNDS.entries())
        times.push(
          `plumbline_http_request_duration_seconds_bucket{${labels},le="${bound}"} ${buckets[index]}`,
        )
      times.push(
        `plumbline_http_request_duration_seconds_bucket{${labels},le="+Inf"} ${total}`,
        `plumbline_http_request_duration_seconds_sum{${labels}} ${seconds.toFixed(6)}`,
        `plumbline_http_request_duration_seconds_count{${labels}} ${total}`,
      )
    }
    return [...counts, ...times]
  }
}

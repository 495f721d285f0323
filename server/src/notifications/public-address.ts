import { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Protects against server-side request forgery: addresses given by users must be on the public internet, not this machine
 * or its network.
 */

const closedNetworks = new BlockList()
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closedNetworks.addSubnet(network, bits, 'ipv4')

/** IPv6 allows only global unicast, without the ranges that map to IPv4 or are reserved. */
const openNetworks = new BlockList()
openNetworks.addSubnet('2000::', 3, 'ipv6')
for (const [network, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closedNetworks.addSubnet(network, bits, 'ipv6')

export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !closedNetworks.check(address, 'ipv4')
  return version === 6 && openNetworks.check(address, 'ipv6') && !closedNetworks.check(address, 'ipv6')
}

/** A DNS lookup for connections that fails if any of the name's addresses is not public. */
export const publicLookup: LookupFunction = (hostname, options, done) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return done(error, '')
    const bad = addresses.find(({ address }) => !isPublicAddress(address))
    const [first] = addresses
    if (bad || !first) return done(new Error(`${hostname} is not a public address`), '')
    if (options.all) return done(null, addresses)
    done(null, first.address, first.family)
  })
}

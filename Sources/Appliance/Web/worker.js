"use strict"
// The page opens without the box too, and says that it is away. What it asks of the box is never kept.
const shell = ["/", "/manifest.webmanifest", "/icon.png"]
self.addEventListener("install", event => {
  event.waitUntil(caches.open("shell").then(cache => cache.addAll(shell)).then(() => self.skipWaiting()))
})
self.addEventListener("activate", event => event.waitUntil(self.clients.claim()))
self.addEventListener("fetch", event => {
  const { pathname } = new URL(event.request.url)
  if (event.request.method !== "GET" || !shell.includes(pathname)) return
  // The box's own first: it may be newer.
  event.respondWith(fetch(event.request).then(answer => {
    if (answer.ok) {
      const copy = answer.clone()
      event.waitUntil(caches.open("shell").then(cache => cache.put(pathname, copy)).catch(() => {}))
    }
    return answer
  }).catch(() => caches.match(pathname)))
})

// The pages of a test site, for net/http.
package main

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing/iotest"
	"time"

	"example.org/site/sitetraffic"
)

func main() {
	var handler http.Handler = http.HandlerFunc(pages)
	traffic := (*sitetraffic.Traffic)(nil)
	if os.Getenv("WITHOUT_SENDER") == "" {
		traffic = sitetraffic.New(sitetraffic.Options{TrustProxy: os.Getenv("TRUST_PROXY") != ""})
		handler = traffic.Handler(handler)
	}
	server := &http.Server{Addr: os.Getenv("ADDRESS"), Handler: handler, ErrorLog: log.New(io.Discard, "", 0)}
	stopped := make(chan os.Signal, 1)
	signal.Notify(stopped, syscall.SIGTERM)
	go func() {
		if err := server.ListenAndServe(); err != http.ErrServerClosed {
			log.Fatal(err)
		}
	}()
	<-stopped
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	_ = server.Shutdown(ctx)
	if traffic != nil {
		traffic.Close(ctx)
	}
}

func pages(w http.ResponseWriter, r *http.Request) {
	switch path := r.URL.Path; {
	case path == "/guide":
		io.WriteString(w, "guide")
	case path == "/stream":
		io.WriteString(w, "one, ")
		w.(http.Flusher).Flush()
		io.WriteString(w, "two")
	case path == "/broken":
		http.Error(w, "broken", http.StatusInternalServerError)
	case path == "/panic":
		panic("of a test")
	case path == "/abort":
		panic(http.ErrAbortHandler)
	case path == "/unreadable":
		if _, err := io.Copy(w, iotest.ErrReader(io.ErrClosedPipe)); err != nil {
			http.Error(w, "bad gateway", http.StatusBadGateway)
		}
	case path == "/early":
		w.WriteHeader(http.StatusEarlyHints)
		w.WriteHeader(http.StatusTeapot)
	case path == "/writer":
		io.WriteString(w, methodsOf(w))
	case path == "/silent":
		log.Print("silent")
		<-r.Context().Done()
	case path == "/hijack":
		connection, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			io.WriteString(connection, "HTTP/1.1 101 Switching Protocols\r\n\r\n")
			connection.Close()
		}
	case path == "/wait":
		time.Sleep(10 * time.Millisecond)
		io.WriteString(w, "page")
	case strings.HasPrefix(path, "/p/"):
		io.WriteString(w, "page")
	default:
		http.NotFound(w, r)
	}
}

// methodsOf says which of the optional methods a writer has.
func methodsOf(w http.ResponseWriter) string {
	_, flushes := w.(http.Flusher)
	_, hijacks := w.(http.Hijacker)
	_, pushes := w.(http.Pusher)
	_, reads := w.(io.ReaderFrom)
	_, notifies := w.(interface{ CloseNotify() <-chan bool })
	return fmt.Sprint(flushes, hijacks, pushes, reads, notifies)
}

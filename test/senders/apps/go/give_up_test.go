package sitetraffic

import (
	"bytes"
	"context"
	"log"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

func TestGivesUpABatchWhoseNextTryWouldComeTooLongAfterItsFirst(t *testing.T) {
	tries := 0
	service := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		tries++
		w.WriteHeader(http.StatusServiceUnavailable)
	}))
	defer service.Close()
	var output bytes.Buffer
	// a clock that goes on by this much whenever it is read
	now := time.Now()
	clock := func() time.Time { now = now.Add(maxAge); return now }
	traffic := &Traffic{
		endpoint: service.URL,
		client:   service.Client(),
		now:      clock,
		problems: &problems{log: log.New(&output, "", 0), tallies: map[string]*tally{}},
		closing:  make(chan struct{}),
		alive:    context.Background(),
	}
	traffic.deliver([][]byte{[]byte("{}\n"), []byte("{}\n")})
	if tries != 1 || !strings.Contains(output.String(), "requests lost: 2") {
		t.Fatalf("%d tries; %s", tries, output.String())
	}
}

// Package sitetraffic reports each request of a net/http server to Site Traffic Analytics, in the background.
//
//	traffic := sitetraffic.New(sitetraffic.Options{})
//	server := &http.Server{Addr: ":8080", Handler: traffic.Handler(mux)}
//	…
//	server.Shutdown(ctx)
//	traffic.Close(ctx)
//
// The settings SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE and SITE_TRAFFIC_KEY come from the environment, or from Options.
//
// An answer never waits for the service, and no request fails because of it. Requests are held in memory, at most 10,000,
// and sent by a goroutine; a batch that fails is sent again under the same Idempotency-Key, so each request counts once.
// Go 1.19 or newer, no other packages. MIT licence.
package sitetraffic

import (
	"bufio"
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math"
	mathrand "math/rand"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"
)

const (
	batchLines    = 500
	batchBytes    = 1 << 20 // the limit of the service for one request
	maxHeld       = 10_000
	maxHeldBytes  = 16 << 20
	flushAfter    = time.Second
	timeout       = 10 * time.Second
	maxWait       = time.Minute
	hurriedWait   = time.Second / 2
	maxRetryAfter = time.Hour
	maxTries      = 60 // about an hour
	// maxAge is longer than they take, and than one wait that the service may ask for; it knows the key of a batch for a day.
	maxAge       = 70 * time.Minute
	maxText      = 2_048
	maxSignature = 4_096 // the service ignores longer ones
	// statusClientLeft is what servers log for a client that was not answered.
	statusClientLeft = 499
)

// Options say where requests are sent. What is left out comes from the environment.
type Options struct {
	URL, Site, Key string
	// TrustProxy takes the client's address from X-Forwarded-For. Use it only behind a proxy of your own that overwrites
	// that header.
	TrustProxy bool
	// Log says what is wrong, each problem at most once a minute. Default: log.Default().
	Log *log.Logger
}

// Traffic holds requests until the service has recorded them.
type Traffic struct {
	endpoint, key string
	trustProxy    bool
	isOn          bool
	now           func() time.Time
	client        *http.Client
	problems      *problems

	mutex     sync.Mutex
	held      [][]byte // the oldest first; a batch stays here while it is sent
	heldBytes int
	closing   chan struct{}
	full      chan struct{}
	done      chan struct{}
	closeOnce sync.Once
	alive     context.Context // until the time of Close is over
	giveUp    context.CancelFunc
}

// New starts to report. If a setting is missing or wrong it says so once in the log, and nothing is reported.
func New(options Options) *Traffic {
	address, site, key := options.URL, options.Site, options.Key
	for name, value := range map[string]*string{"URL": &address, "SITE": &site, "KEY": &key} {
		if *value == "" {
			*value = strings.TrimSpace(os.Getenv("SITE_TRAFFIC_" + name))
		}
	}
	logger := options.Log
	if logger == nil {
		logger = log.Default()
	}
	traffic := &Traffic{
		endpoint:   strings.TrimSuffix(address, "/") + "/collect/sites/" + url.PathEscape(site) + "/events",
		key:        key,
		trustProxy: options.TrustProxy,
		now:        time.Now,
		problems:   &problems{log: logger, key: key, tallies: map[string]*tally{}},
		closing:    make(chan struct{}),
		full:       make(chan struct{}, 1),
		done:       make(chan struct{}),
		client: &http.Client{
			// not the default one, which the site may have changed
			Transport: &http.Transport{Proxy: http.ProxyFromEnvironment, IdleConnTimeout: time.Minute},
			// one that is followed could carry the key to another host
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	traffic.alive, traffic.giveUp = context.WithCancel(context.Background())
	if wrong := wrongSettings(address, site, key); len(wrong) > 0 {
		traffic.problems.say("NOT_CONFIGURED", "no requests are recorded: "+strings.Join(wrong, "; "), 0)
		close(traffic.done)
		return traffic
	}
	traffic.isOn = true
	go traffic.run()
	return traffic
}

// Close sends what is held, until ctx is done. Call it when the server has shut down.
func (t *Traffic) Close(ctx context.Context) {
	t.closeOnce.Do(func() {
		t.mutex.Lock()
		defer t.mutex.Unlock()
		close(t.closing)
	})
	select {
	case <-t.done:
	case <-ctx.Done():
		t.giveUp()
		<-t.done
	}
	t.problems.sayRest()
}

// ---- a request -----------------------------------------------------------------------------------------------------

// Handler is the same handler, whose requests are reported.
func (t *Traffic) Handler(next http.Handler) http.Handler {
	if !t.isOn {
		return next
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// now: handlers change what they are given
		found := t.read(r, t.now())
		watched := &responseWriter{ResponseWriter: w}
		hasReturned := false
		defer func() {
			thrown := recover()
			found.Status = watched.statusAfter(r, hasReturned, thrown)
			t.take(found)
			if thrown != nil {
				panic(thrown)
			}
		}()
		next.ServeHTTP(wrap(watched), r)
		hasReturned = true
	})
}

// request is what is sent of one: see senders/README.md.
type request struct {
	Type   string `json:"type"`
	Method string `json:"method"`
	Target string `json:"target"`
	Status int    `json:"status"`
	// UserAgent is empty if the client sent none, as programs do.
	UserAgent      string `json:"user_agent"`
	Referrer       string `json:"referrer,omitempty"`
	Host           string `json:"host,omitempty"`
	Address        string `json:"address,omitempty"`
	CreatedAt      string `json:"created_at"`
	Signature      string `json:"signature,omitempty"`
	SignatureInput string `json:"signature_input,omitempty"`
	SignatureAgent string `json:"signature_agent,omitempty"`
	Scheme         string `json:"scheme,omitempty"`
}

func (t *Traffic) read(r *http.Request, now time.Time) request {
	target := r.RequestURI
	if !strings.HasPrefix(target, "/") { // the whole address, as for a proxy
		target = r.URL.RequestURI()
	}
	forwarded := ""
	if t.trustProxy {
		forwarded, _, _ = strings.Cut(r.Header.Get("X-Forwarded-For"), ",")
	}
	found := request{
		Type:      "request",
		Method:    cut(r.Method),
		Target:    cut(target),
		UserAgent: cut(r.UserAgent()),
		Referrer:  cut(r.Referer()),
		Host:      cut(r.Host),
		Address:   firstAddress(forwarded, r.RemoteAddr),
		CreatedAt: now.UTC().Format("2006-01-02T15:04:05.000Z"),
	}
	t.addSignature(&found, r.Header)
	return found
}

// addSignature adds the headers of a signature as they were sent: nothing else can be verified. Most requests have none.
func (t *Traffic) addSignature(found *request, headers http.Header) {
	if headers.Get("Signature") == "" && headers.Get("Signature-Input") == "" {
		return
	}
	found.Signature = whole(headers, "Signature")
	found.SignatureInput = whole(headers, "Signature-Input")
	found.SignatureAgent = whole(headers, "Signature-Agent")
	scheme, _, _ := strings.Cut(headers.Get("X-Forwarded-Proto"), ",")
	if scheme = strings.TrimSpace(scheme); t.trustProxy && (scheme == "http" || scheme == "https") {
		found.Scheme = scheme
	}
}

func whole(headers http.Header, name string) string {
	value := strings.Join(headers.Values(name), ", ")
	if len(value) > maxSignature {
		return ""
	}
	return value
}

// firstAddress is the first text that is an IP address, without port, brackets and zone; the service refuses others.
func firstAddress(texts ...string) string {
	for _, text := range texts {
		text = strings.TrimSpace(text)
		if host, _, err := net.SplitHostPort(text); err == nil {
			text = host
		}
		if address, err := netip.ParseAddr(strings.Trim(text, "[]")); err == nil {
			return address.Unmap().WithZone("").String()
		}
	}
	return ""
}

func cut(text string) string {
	if len(text) > maxText {
		text = text[:maxText]
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

// ---- a response ----------------------------------------------------------------------------------------------------

// responseWriter keeps the status of an answer. It has no method of its own that the server's writer may lack.
type responseWriter struct {
	http.ResponseWriter
	status     int
	isHijacked bool
}

// Unwrap is for http.ResponseController.
func (w *responseWriter) Unwrap() http.ResponseWriter { return w.ResponseWriter }

func (w *responseWriter) WriteHeader(status int) {
	// it panics if there is no such status
	w.ResponseWriter.WriteHeader(status)
	// those below 200 are not the last, but for 101
	if w.status == 0 && (status >= 200 || status == http.StatusSwitchingProtocols) {
		w.status = status
	}
}

func (w *responseWriter) Write(content []byte) (int, error) {
	w.begin()
	return w.ResponseWriter.Write(content)
}

func (w *responseWriter) begin() {
	if w.status == 0 {
		w.status = http.StatusOK
	}
}

// statusAfter is the status once the handler is over. The server answers what was not answered with 200, and breaks the
// connection after a panic.
func (w *responseWriter) statusAfter(r *http.Request, hasReturned bool, thrown any) int {
	switch {
	case w.status != 0:
		return w.status
	case w.isHijacked:
		return http.StatusSwitchingProtocols
	case r.Context().Err() != nil || thrown == http.ErrAbortHandler:
		return statusClientLeft
	case !hasReturned:
		return http.StatusInternalServerError
	default:
		return http.StatusOK
	}
}

type flusher struct{ to *responseWriter }

func (f flusher) Flush() { _ = f.FlushError() }

// FlushError is for http.ResponseController.
func (f flusher) FlushError() error {
	f.to.begin()
	if failing, ok := f.to.ResponseWriter.(interface{ FlushError() error }); ok {
		return failing.FlushError()
	}
	f.to.ResponseWriter.(http.Flusher).Flush()
	return nil
}

// ReadFrom lets the server send a file without copying it, if it can.
func (f flusher) ReadFrom(source io.Reader) (int64, error) {
	count, err := io.Copy(f.to.ResponseWriter, source)
	if count > 0 {
		f.to.begin()
	}
	return count, err
}

type hijacker struct{ to *responseWriter }

func (h hijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	connection, buffer, err := h.to.ResponseWriter.(http.Hijacker).Hijack()
	h.to.isHijacked = err == nil
	return connection, buffer, err
}

// closeNotifier is http.CloseNotifier, which is deprecated, and which gin still calls.
type closeNotifier interface{ CloseNotify() <-chan bool }

// wrap has those of the optional methods that the server's writer has.
func wrap(w *responseWriter) http.ResponseWriter {
	_, isFlusher := w.ResponseWriter.(http.Flusher)
	_, isHijacker := w.ResponseWriter.(http.Hijacker)
	pushes, isPusher := w.ResponseWriter.(http.Pusher)
	notifies, isNotifier := w.ResponseWriter.(closeNotifier)
	switch {
	case isFlusher && isHijacker && isNotifier: // HTTP/1.1
		return struct {
			*responseWriter
			flusher
			hijacker
			closeNotifier
		}{w, flusher{w}, hijacker{w}, notifies}
	case isFlusher && isPusher && isNotifier: // HTTP/2
		return struct {
			*responseWriter
			flusher
			http.Pusher
			closeNotifier
		}{w, flusher{w}, pushes, notifies}
	case isFlusher && isHijacker: // a writer of the site's own around one of these
		return struct {
			*responseWriter
			flusher
			hijacker
		}{w, flusher{w}, hijacker{w}}
	case isHijacker:
		return struct {
			*responseWriter
			hijacker
		}{w, hijacker{w}}
	case isFlusher:
		return struct {
			*responseWriter
			flusher
		}{w, flusher{w}}
	default:
		return w
	}
}

// ---- what is held, and sent ----------------------------------------------------------------------------------------

// take never waits: nothing is sent while the lock is held.
func (t *Traffic) take(found request) {
	line, _ := json.Marshal(found) // of texts and a number it does not fail
	line = append(line, '\n')
	t.mutex.Lock()
	isClosed := t.isClosing()
	isFull := len(t.held) >= maxHeld || t.heldBytes+len(line) > maxHeldBytes
	if !isClosed && !isFull {
		t.held = append(t.held, line)
		t.heldBytes += len(line)
	}
	count := len(t.held)
	t.mutex.Unlock()
	switch {
	case isClosed:
		t.problems.say("CLOSED", "a request finished after Close", 1)
	case isFull:
		t.problems.say("QUEUE_FULL", fmt.Sprintf("%d requests are held already", count), 1)
	case count >= batchLines:
		select {
		case t.full <- struct{}{}:
		default: // it knows already
		}
	}
}

func (t *Traffic) isClosing() bool {
	select {
	case <-t.closing:
		return true
	default:
		return false
	}
}

func (t *Traffic) run() {
	defer close(t.done)
	defer t.client.CloseIdleConnections()
	for isClosing := false; ; {
		for {
			batch := t.batch()
			if len(batch) == 0 {
				break
			}
			t.deliver(batch)
			t.drop(batch)
		}
		if isClosing {
			return
		}
		select {
		case <-t.closing:
			isClosing = true
		case <-t.full:
		case <-time.After(flushAfter):
		}
	}
}

func (t *Traffic) batch() [][]byte {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	size := 0
	for count, line := range t.held {
		if size += len(line); size > batchBytes || count == batchLines {
			return t.held[:count]
		}
	}
	return t.held
}

func (t *Traffic) drop(batch [][]byte) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	for _, line := range batch {
		t.heldBytes -= len(line)
	}
	// a copy, so that the memory of those that were sent is free
	t.held = append([][]byte(nil), t.held[len(batch):]...)
}

func (t *Traffic) deliver(batch [][]byte) {
	body, key, firstTry := bytes.Join(batch, nil), newUUID(), t.now()
	for try := 1; ; try++ {
		found := t.post(body, key)
		wait := max(backoff(try), found.retryAfter)
		switch {
		case found.code == "RECORDED":
			return
		case found.code != "DELAYED":
			t.problems.say(found.code, found.why, len(batch))
			return
		case t.alive.Err() != nil:
			t.problems.say("CLOSED", "closed before the service answered", len(batch))
			return
		case try == maxTries || t.now().Add(wait).Sub(firstTry) > maxAge:
			t.problems.say("GIVEN_UP", found.why, len(batch))
			return
		}
		t.problems.say(found.code, found.why+"; retrying", 0)
		t.pause(wait)
	}
}

// backoff doubles after each try. Half of it is random, so that servers that failed together do not retry together.
func backoff(try int) time.Duration {
	seconds := math.Min(math.Pow(2, float64(try-1)), maxWait.Seconds())
	return time.Duration(seconds * (0.5 + mathrand.Float64()/2) * float64(time.Second))
}

func max(one, other time.Duration) time.Duration {
	if one > other {
		return one
	}
	return other
}

// pause is short once Close is called, since what is left of its time is for more tries.
func (t *Traffic) pause(duration time.Duration) {
	select {
	case <-time.After(duration):
		return
	case <-t.closing:
	}
	select {
	case <-time.After(hurriedWait):
	case <-t.alive.Done():
	}
}

type outcome struct {
	// code is RECORDED, DELAYED (to be sent again), or why the batch is lost.
	code       string
	why        string
	retryAfter time.Duration
}

func (t *Traffic) post(body []byte, idempotencyKey string) outcome {
	ctx, cancel := context.WithTimeout(t.alive, timeout)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, t.endpoint, bytes.NewReader(body))
	if err != nil {
		return outcome{code: "REFUSED", why: "no request can be made for the url"}
	}
	// The idempotency key lets net/http itself repeat a request on a connection that was closed meanwhile.
	for name, value := range map[string]string{
		"Authorization":   "Bearer " + t.key,
		"User-Agent":      "site-traffic",
		"Content-Type":    "application/x-ndjson",
		"Idempotency-Key": idempotencyKey,
	} {
		request.Header.Set(name, value)
	}
	response, err := t.client.Do(request)
	if err != nil {
		return noAnswer(err)
	}
	defer response.Body.Close()
	content, err := io.ReadAll(io.LimitReader(response.Body, 65_536))
	if err != nil {
		return noAnswer(err)
	}
	return readOutcome(response, content)
}

func noAnswer(err error) outcome {
	var failed *url.Error
	if errors.As(err, &failed) {
		err = failed.Err
	}
	return outcome{code: "DELAYED", why: fmt.Sprintf("the service did not respond (%v)", err)}
}

var codePattern = regexp.MustCompile(`^[A-Z_]{1,40}$`)

func readOutcome(response *http.Response, content []byte) outcome {
	var answer struct {
		Code, Error string
		Recorded    *int
	}
	isRead := json.Unmarshal(content, &answer) == nil
	code, sentence := "without a code", ""
	if isRead && codePattern.MatchString(answer.Code) {
		code, sentence = answer.Code, " ("+answer.Error+")"
	}
	found := outcome{why: fmt.Sprintf("the service answered %d %s%s", response.StatusCode, code, sentence)}
	if seconds, err := strconv.Atoi(response.Header.Get("Retry-After")); err == nil && seconds > 0 {
		found.retryAfter = time.Duration(math.Min(float64(seconds), maxRetryAfter.Seconds())) * time.Second
	}
	status := response.StatusCode
	switch {
	case status == http.StatusOK && isRead && answer.Recorded != nil:
		found.code = "RECORDED"
	case code == "LIMIT_EXCEEDED":
		found.code = code
	case status >= 500 || status == http.StatusTooManyRequests || status == http.StatusRequestTimeout:
		found.code = "DELAYED"
	default:
		found.code = "REFUSED"
	}
	return found
}

func newUUID() string {
	var b [16]byte
	_, _ = rand.Read(b[:]) // it does not fail on any system that Go supports
	b[6], b[8] = b[6]&0x0f|0x40, b[8]&0x3f|0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", b[:4], b[4:6], b[6:8], b[8:10], b[10:])
}

var (
	sitePattern = regexp.MustCompile(`^[\w.-]+$`)
	keyPattern  = regexp.MustCompile(`^[\x21-\x7e]+$`)
)

// wrongSettings says what is missing or wrong, and what would be right. It repeats no value, which may be a misplaced key.
func wrongSettings(address, site, key string) (wrong []string) {
	parsed, err := url.Parse(address)
	isPlain := err == nil && (parsed.Scheme == "http" || parsed.Scheme == "https") && parsed.Host != "" &&
		!strings.ContainsAny(address, "@?# ")
	for _, setting := range []struct {
		name, value string
		isRight     bool
		right       string
	}{
		{"url", address, isPlain, "an http or https URL without user name, query or fragment"},
		{"site", site, sitePattern.MatchString(site), "a site id, such as site_0123456789abcdef"},
		// other characters are not allowed in a header
		{"key", key, keyPattern.MatchString(key), "an API key of scope collect for the site"},
	} {
		state := "wrong"
		if setting.value == "" {
			state = "missing"
		}
		if !setting.isRight {
			name := strings.ToUpper(setting.name)
			wrong = append(wrong, fmt.Sprintf("%s is %s: set SITE_TRAFFIC_%s to %s", setting.name, state, name, setting.right))
		}
	}
	return wrong
}

// ---- what is wrong -------------------------------------------------------------------------------------------------

// tally is when a problem was said, and how many requests it has lost since, with its last message.
type tally struct {
	said    time.Time
	lost    int
	message string
}

// problems says what is wrong: the first time at once, then each minute or hour, with how many requests were lost.
type problems struct {
	log     *log.Logger
	key     string
	mutex   sync.Mutex
	tallies map[string]*tally
}

func (p *problems) say(code, message string, lost int) {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	found := p.tallies[code]
	if found == nil {
		found = &tally{}
		p.tallies[code] = found
	}
	found.lost += lost
	found.message = message
	pause := time.Minute
	if code == "REFUSED" || code == "LIMIT_EXCEEDED" {
		pause = time.Hour
	}
	if time.Since(found.said) < pause {
		return
	}
	p.write(message, found.lost)
	found.said, found.lost = time.Now(), 0
}

func (p *problems) sayRest() {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	for _, found := range p.tallies {
		if found.lost > 0 {
			p.write(found.message, found.lost)
			found.lost = 0
		}
	}
}

func (p *problems) write(message string, lost int) {
	if p.key != "" {
		message = strings.ReplaceAll(message, p.key, "***")
	}
	if len(message) > 500 {
		message = message[:500]
	}
	count := ""
	if lost > 0 {
		count = fmt.Sprintf("; requests lost: %d", lost)
	}
	p.log.Printf("site-traffic: %s%s", strings.Map(printable, strings.ToValidUTF8(message, "")), count)
}

func printable(character rune) rune {
	if unicode.IsControl(character) {
		return ' '
	}
	return character
}

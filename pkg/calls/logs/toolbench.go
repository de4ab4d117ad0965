package logs

// answerTree reads a file of ToolBench. Its tree holds all that the model did, the
// branches that it gave up too; train_messages and compare_candidates tell parts
// of the tree again, without ids, so that the tree alone counts.
func (s *scan) answerTree(at int, c context) bool {
	c = s.transcript(at, c)
	for _, k := range [...]key{kTree, kTrys} {
		if i := s.member(at, k); i > 0 {
			s.walk(i, c)
		}
	}
	return true
}

// treeNode reads a node of a tree, and all below: an Action names the tool, the
// Action Input below it, or behind it in a chain, has the arguments.
func (s *scan) treeNode(at int, c context) bool {
	description := s.member(at, kDescription)
	switch {
	case !s.isString(description):
	case s.is(s.member(at, kNodeType), "Action"):
		s.action = description
	case s.is(s.member(at, kNodeType), "Action Input") && s.action > 0:
		status, why := s.observation(at)
		s.call(c, call{tool: s.action, args: description, status: status, why: why})
		s.action = 0
	}
	if i := s.member(at, kChildren); s.isArray(i) {
		action := s.action
		for child := i + 1; child < int(s.tape.nodes[i].next); child = int(s.tape.nodes[child].next) {
			s.action = action
			s.walk(child, c)
		}
		s.action = 0
	}
	return true
}

// observation is what became of a call by ToolBench's codes: 0 is a normal
// response, 3 the final answer, 4 a branch that was given up, the others say why a
// call failed.
func (s *scan) observation(at int) (Status, []byte) {
	code := s.member(at, kObservationCode)
	if code == 0 || s.tape.nodes[code].kind != isNumber {
		return Unknown, nil
	}
	switch string(s.raw(code)) {
	case "0", "3":
		return Succeeded, nil
	case "4":
		return Unknown, nil
	}
	return Failed, s.errorText(s.member(at, kObservation))
}

// trainMessages reads the conversations of a ToolBench file that has no tree. Each
// is the one before it and one message more: the last of each is what is new.
func (s *scan) trainMessages(at int, c context) bool {
	lists := s.member(at, kTrainMessages)
	if !s.isArray(lists) {
		return false
	}
	c = s.transcript(at, c)
	for list := lists + 1; list < int(s.tape.nodes[lists].next); list = int(s.tape.nodes[list].next) {
		last := 0
		for i := list + 1; s.isArray(list) && i < int(s.tape.nodes[list].next); i = int(s.tape.nodes[i].next) {
			last = i
		}
		if last > 0 {
			s.walk(last, c)
		}
	}
	return true
}

// transcript is the context within an object that is a conversation of its own.
func (s *scan) transcript(at int, c context) context {
	if !c.named && !c.own {
		c.session, c.own = s.ownSession(at), true
	}
	return c
}

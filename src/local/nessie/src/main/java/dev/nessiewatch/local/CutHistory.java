// SPDX-License-Identifier: Apache-2.0
package dev.nessiewatch.local;

import java.util.ArrayList;
import java.util.List;
import org.projectnessie.versioned.storage.common.exceptions.ObjNotFoundException;
import org.projectnessie.versioned.storage.common.exceptions.ObjTooLargeException;
import org.projectnessie.versioned.storage.common.logic.Logics;
import org.projectnessie.versioned.storage.common.objtypes.CommitObj;
import org.projectnessie.versioned.storage.common.persist.ObjId;
import org.projectnessie.versioned.storage.common.persist.Persist;

/**
 * Does to the store what an administrator does with the commands {@code cut-history} and {@code cleanup-repository} of Nessie's
 * server admin tool: a commit loses its parents, and what only they held is deleted. Meant for a branch that shares no
 * history with another one.
 */
final class CutHistory {
    private final Persist persist;

    CutHistory(Persist persist) {
        this.persist = persist;
    }

    /**
     * Cuts.
     *
     * @param head newest commit of the branch
     * @param oldest the commit that is to be the first one
     * @return how many commits were deleted
     */
    int cut(String head, String oldest) throws ObjNotFoundException, ObjTooLargeException {
        ObjId first = ObjId.objIdFromString(oldest);
        List<CommitObj> history = history(ObjId.objIdFromString(head));
        int kept = 0;
        while (!history.get(kept).id().equals(first)) {
            kept++;
        }
        for (int i = 0; i <= kept; i++) {
            persist.upsertObj(withoutParentsBefore(history.get(i), first));
        }
        ObjId[] gone = history.subList(kept + 1, history.size()).stream()
                .map(CommitObj::id)
                .toArray(ObjId[]::new);
        persist.deleteObjs(gone);
        return gone.length;
    }

    private List<CommitObj> history(ObjId head) throws ObjNotFoundException {
        List<CommitObj> history = new ArrayList<>();
        ObjId next = head;
        while (!ObjId.EMPTY_OBJ_ID.equals(next)) {
            CommitObj commit = Logics.commitLogic(persist).fetchCommit(next);
            history.add(commit);
            next = commit.directParent();
        }
        return history;
    }

    /** A commit names up to twenty of its ancestors, so those after the cut name some from before it. */
    private static CommitObj withoutParentsBefore(CommitObj commit, ObjId first) {
        List<ObjId> tail = List.of(ObjId.EMPTY_OBJ_ID);
        if (!commit.id().equals(first)) {
            int last = commit.tail().indexOf(first);
            tail = last < 0 ? commit.tail() : commit.tail().subList(0, last + 1);
        }
        return CommitObj.commitBuilder()
                .from(commit)
                .tail(tail)
                .secondaryParents(List.of())
                .build();
    }
}
